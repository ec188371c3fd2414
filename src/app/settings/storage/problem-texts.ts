// What it means for people that this device does not keep what they write.
export const problemTexts = {
  full: 'This device has no room left. What you write now is lost if you close Limelight before it is sent.',
  refused:
    'This browser does not let Limelight keep anything. What you write now is lost if you close it before it is sent.',
} as const;
