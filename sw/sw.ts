// The service worker: a table of contents. It keeps the app openable without a network, and its last screen, sends what waits
// when no page is open, shows pushes and keeps their address, takes what is shared, and lets a new version take over when the
// person says so. Data is none of its business: the page's caches hold it.

import { followTaps } from './notification-click.ts';
import { sendOutboxOnSync } from './outbox-sync.ts';
import { showPushes } from './push.ts';
import { renewPushes } from './renew-push.ts';
import { takeShares } from './share.ts';
import { keepScreens } from './shell/kept-screen.ts';
import { serveApp } from './shell/precache.ts';
import { takeOverWhenAsked } from './update.ts';

serveApp();
keepScreens();
sendOutboxOnSync();
showPushes();
followTaps();
renewPushes();
takeShares();
takeOverWhenAsked();
