// The address of whoever is signed in.
import { app } from '#src/realtime/app.ts';

export const ownAddress = (): string => app.session.read()?.employee_profile.work_email_id ?? '';
