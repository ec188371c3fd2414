// All styles that every page needs, in the one order that works. Imported once, by src/main.tsx.
import './layers.css';
import './fonts.css';
import 'virtual:radix-themes.css';
import './tokens.css';
import './base.css';
