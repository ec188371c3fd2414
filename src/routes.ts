// Every address of the app and the file behind it: one line each, to be found by searching for the address. Read by the
// router's generator (vite.config.ts), which writes route-tree.gen.ts from it.
import { index, rootRoute, route } from '@tanstack/virtual-file-routes';

export const routes = rootRoute('app/root.tsx', [
  index('app/routes/home.tsx'),
  route('/me', 'app/routes/me.tsx'),
  route('/settings', 'app/settings/routes/settings.tsx', [
    index('app/settings/routes/index.tsx'),
    route('/appearance', 'app/settings/routes/appearance.tsx'),
    route('/status', 'app/settings/routes/status.tsx'),
    route('/privacy', 'app/settings/routes/privacy.tsx'),
    route('/security', 'app/settings/routes/security.tsx'),
    route('/notifications', 'app/settings/routes/notifications.tsx'),
    route('/keyboard', 'app/settings/routes/keyboard.tsx'),
    route('/storage', 'app/settings/routes/storage.tsx'),
    route('/install', 'app/settings/routes/install.tsx'),
    route('/about', 'app/settings/routes/about.tsx'),
  ]),
  route('/admin', 'app/admin/routes/admin.tsx', [
    index('app/admin/routes/index.tsx'),
    route('/dashboard', 'features/insights/routes/dashboard.tsx'),
    route('/people', 'features/people/admin/routes/people-list.tsx'),
    route('/people/$employee_id', 'features/people/admin/routes/employee.tsx'),
    route('/departments', 'features/people/admin/routes/departments.tsx'),
    route('/groups', 'features/people/admin/routes/groups.tsx'),
    route('/groups/new', 'features/people/admin/routes/new-group.tsx'),
    route('/groups/$group_id', 'features/people/admin/routes/group.tsx'),
    route('/roles', 'features/people/routes/roles.tsx'),
    route('/roles/new', 'features/people/routes/new-role.tsx'),
    route('/roles/$role_id', 'features/people/routes/role.tsx'),
    route('/company', 'app/admin/routes/company.tsx'),
    route('/sso', 'app/admin/routes/sso.tsx'),
    route('/provisioning', 'app/admin/routes/provisioning.tsx'),
    route('/audit', 'features/audit/routes/audit.tsx'),
    route('/branding', 'app/admin/routes/branding.tsx'),
    route('/values', 'app/admin/routes/values.tsx'),
    route('/modules', 'app/admin/routes/modules.tsx'),
  ]),
  // One address for all of the operator's pages: every address costs the first visit of each colleague a little.
  route('/backadmin/$', 'features/operator/routes/operator.tsx'),
  route('/notifications', 'features/notifications/routes/notifications.tsx'),
  route('/inactive', 'app/routes/inactive.tsx'),
  route('/search', 'app/routes/search.tsx'),
  route('/open', 'app/routes/open.tsx'),

  route('/sign-in', 'features/auth/routes/sign-in.tsx'),
  route('/sign-in/password', 'features/auth/routes/sign-in-password.tsx'),
  route('/sign-in/sso', 'features/auth/routes/sign-in-sso.tsx'),
  route('/sign-in/second-factor', 'features/auth/routes/sign-in-second-factor.tsx'),
  route('/sign-in/verify', 'features/auth/routes/sign-in-verify.tsx'),
  route('/register', 'features/auth/routes/register.tsx'),
  route('/password/forgot', 'features/auth/routes/password-forgot.tsx'),
  route('/password/reset/$token', 'features/auth/routes/password-reset.tsx'),

  route('/connect', 'features/chat/routes/connect.tsx', [
    index('features/chat/routes/connect-index.tsx'),
    route('/threads', 'features/chat/threads/routes/threads.tsx'),
    route('/saved', 'features/chat/later/routes/saved.tsx'),
    route('/scheduled', 'features/chat/later/routes/scheduled.tsx'),
    route('/new', 'features/chat/components/new/routes/new-message.tsx'),
    route('/$entity_type/$entity_id', 'features/chat/routes/conversation.tsx'),
    route('/$entity_type/$entity_id/sub-space/$sub_space_id', 'features/chat/routes/sub-space.tsx'),
  ]),
  route('/share', 'features/chat/components/new/routes/share.tsx'),

  route('/spaces', 'features/spaces/routes/spaces.tsx', [route('/new', 'features/spaces/routes/new-space.tsx')]),
  route('/spaces/$space_id', 'features/spaces/routes/space.tsx'),

  route('/people', 'features/people/routes/people.tsx'),
  route('/people/chart', 'features/people/routes/chart.tsx'),
  route('/profile/$employee_id', 'features/people/routes/profile.tsx'),
]);
