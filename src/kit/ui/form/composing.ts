/** The key belongs to an input method. Safari ends the composition before the last one and marks that by the code 229 only. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
