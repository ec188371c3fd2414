// All that comes with the editor, in one load.
import { Toolbar } from '../tools/toolbar.tsx';
import { createEditor, RichField } from './rich-field.tsx';

export const rich = { createEditor, RichField, Toolbar };
