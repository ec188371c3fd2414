/** A phone number, or none: digits as people write them. Nothing here dials it or knows countries. */
export const PHONE = /^$|^\+?[\d\s().-]{5,}$/;
