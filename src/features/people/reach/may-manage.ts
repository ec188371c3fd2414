// Who may change other people. The server decides; this only hides.
import { useMay } from '#src/realtime/hooks.ts';

export const useMayManage = (): boolean => useMay('people.manage');
