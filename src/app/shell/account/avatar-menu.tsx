// Behind one's own picture: status, appearance, profile, settings, log out.
import { useRouter } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { fullName, initialsOf } from '#src/kit/ui/format/names.ts';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { appearance } from '#src/kit/ui/theme/appearance.ts';
import { type AppPerson, useApp } from '../../state/app-state.ts';
import { useLogOut } from './log-out.tsx';

export function AvatarMenu({ me }: { me: AppPerson }) {
  const { state } = useApp();
  const router = useRouter();
  const chosen = useSnapshot(appearance).chosen;
  const logOut = useLogOut();
  const name = fullName(me);
  const presence = state.connection === 'online' ? me.employee_status.auto_status : undefined;
  const groups = async () => {
    const { accountMenu } = await import('./account-menu.tsx');
    return accountMenu({
      me,
      presence,
      chosen,
      setStatus: state.actions.setStatus,
      openProfile: () => void router.navigate({ to: '/profile/$employee_id', params: { employee_id: me.employee_id } }),
      openSettings: () => void router.navigate({ to: '/settings' }),
      switchCompany: logOut.companies,
      logOut: logOut.ask,
    });
  };
  return (
    <>
      <Menu label="Account" align="end" groups={groups}>
        {(trigger) => (
          <button
            {...trigger}
            type="button"
            className="ll-account-button"
            aria-label={`${initialsOf(name)}, account of ${name}`}
          >
            <Avatar name={name} src={me.profile_url} size={36} presence={presence} />
          </button>
        )}
      </Menu>
      {logOut.question}
    </>
  );
}
