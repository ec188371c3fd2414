// The parts of the app that a page of a walk is made of (page-code.ts bundles them): what main.tsx starts, without its screens.
export { login } from '#contract/auth.ts';
export { conversationsKey, messagesKey } from '#src/features/chat/live/keys.ts';
export { send } from '#src/features/chat/mutations.ts';
export { registry } from '#src/live-registry.ts';
export { sendFromWorker } from '#src/offline/outbox/worker-drain.ts';
export { storage } from '#src/offline/warnings.ts';
export { app } from '#src/realtime/app.ts';
