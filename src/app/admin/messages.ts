// Error code → sentence, for whoever sets the company up.
export const adminTexts: Readonly<Record<string, string>> = {
  COMPANY_VALUES_CHANGED:
    'Somebody else has changed the values meanwhile: nothing of yours was saved yet. Look through them, and save again.',
  INVALID_CONFIG_SETTING: 'The server does not take this value: nothing was changed. Reload Limelight and try again.',
};
