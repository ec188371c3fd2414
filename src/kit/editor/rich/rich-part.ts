// All that comes with the editor, in one load.
import { Toolbar } from '../tools/toolbar.tsx';
import { begin, createEditor, RichField } from './rich-field.tsx';

export const rich = { begin, createEditor, RichField, Toolbar };
