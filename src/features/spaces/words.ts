// Words about spaces that several of their screens use.

export const membersText = (count: number): string => (count === 1 ? '1 member' : `${count} members`);
