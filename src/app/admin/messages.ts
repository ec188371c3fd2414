// Error code → sentence, for whoever sets the company up.
export const adminTexts: Readonly<Record<string, string>> = {
  INVALID_CONFIG_SETTING: 'The server does not take this value: nothing was changed. Reload Limelight and try again.',
};
