// A new message: the dialog over the list has an address, so that a shortcut of the installed app can lead here.
import { createFileRoute } from '@tanstack/react-router';

// What is drawn stands in connect.tsx.
export const Route = createFileRoute('/connect/new')({ staticData: { module: 'chat', dialog: true } });
