// All permissions as boxes to tick, in groups. What the person at the device does not hold themselves they cannot give.
import type { Permission } from '#contract/permissions.ts';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { useMayGive } from '../reach/may-give.ts';
import { groups, permissionWords } from './words.ts';

export interface PermissionBoxesProps {
  chosen: ReadonlySet<string>;
  /** Without it they are only shown. */
  onChange?: ((permission: Permission, on: boolean) => void) | undefined;
  disabled?: boolean;
}

export function PermissionBoxes({ chosen, onChange, disabled = false }: PermissionBoxesProps) {
  const mayGive = useMayGive();
  return groups.map(({ title, later, permissions }) => (
    <fieldset key={title} className="ll-permissions">
      <legend>
        {title}
        {later ? (
          <span className="ll-meta">Comes with a later version. What you choose here counts from then on.</span>
        ) : null}
      </legend>
      <div>
        {permissions.map((permission) => {
          const { label, text } = permissionWords[permission];
          const lacks = onChange !== undefined && !mayGive.one(permission);
          return (
            <Checkbox
              key={permission}
              className="ll-permission"
              checked={chosen.has(permission)}
              disabled={disabled || lacks || !onChange}
              onChange={(event) => onChange?.(permission, event.target.checked)}
              label={
                <>
                  <span className="ll-strong">{label}</span>
                  <span className="ll-meta">{text}</span>
                  {lacks ? <span className="ll-meta ll-permission-lacks">You do not have this yourself.</span> : null}
                </>
              }
            />
          );
        })}
      </div>
    </fieldset>
  ));
}
