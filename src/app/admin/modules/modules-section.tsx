// The modules: what the company uses and what it has switched off. Each acts at once, with a way back instead of a question.
import { useQuery } from '@tanstack/react-query';
import { Bell, Contact, type LucideIcon, MessageCircle, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { type ModuleName, moduleNames, updateModules } from '#contract/company.ts';
import { errorText } from '#src/api/error-text.ts';
import { modulesQuery } from '#src/features/company/queries.ts';
import { moduleLabels } from '#src/kit/company/module-names.ts';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { BackLink, Page } from '#src/kit/ui/layout/page.tsx';
import { app } from '#src/realtime/app.ts';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { useApp } from '../../state/app-state.ts';
import './modules.css';
import { adminTexts } from '../messages.ts';

interface About {
  readonly text: string;
  readonly icon: LucideIcon;
}

/** In the order in which they are shown. */
const about: Readonly<Record<ModuleName, About>> = {
  chat: { text: 'Direct messages and spaces', icon: MessageCircle },
  people: { text: 'People and their profiles', icon: Contact },
  push: { text: 'Web push, quiet hours', icon: Bell },
};

export function ModulesSection() {
  const manages = useMay('modules.manage');
  const { company } = useApp().state;
  const modules = useQuery(modulesQuery(company?.company_id));
  const on = moduleNames.filter((name) => modules.data?.[name] !== false).length;
  return (
    <Page
      title="Modules"
      beside={modules.data ? <span className="ll-muted">{`${on} of ${moduleNames.length} on`}</span> : null}
      back={<BackLink to="/admin">Admin</BackLink>}
    >
      {!manages ? (
        <p className="ll-muted">Only people who may manage modules can switch them on and off.</p>
      ) : modules.data && company ? (
        <Modules modules={modules.data} company_id={company.company_id} />
      ) : modules.isError ? (
        <ErrorCard onRetry={() => void modules.refetch()} retrying={modules.isFetching} />
      ) : (
        <SkeletonRows label="modules" rows={2} size={64} />
      )}
    </Page>
  );
}

function Modules({ modules, company_id }: { modules: Readonly<Record<string, boolean>>; company_id: string }) {
  const offline = useOffline();
  const [search, setSearch] = useState('');
  const [error, setError] = useState<string>();
  /** What was asked for and is not told yet. */
  const [wanted, setWanted] = useState<Readonly<Record<string, boolean>>>({});
  const change = async (name: ModuleName, next: boolean, isUndo = false) => {
    setWanted((before) => ({ ...before, [name]: next }));
    setError(undefined);
    try {
      await app.call(updateModules, { company_id, modules: { [name]: next } });
      const undo = { label: 'Undo', run: () => void change(name, !next, true) };
      showToast({
        text: `${moduleLabels[name]} ${name === 'push' ? 'are' : 'is'} ${next ? 'on' : 'off'} for everyone`,
        ...(!isUndo && { action: undo }),
      });
    } catch (thrown) {
      setError(errorText(thrown, adminTexts));
    }
    setWanted(({ [name]: _done, ...rest }) => rest);
  };
  const word = search.trim().toLowerCase();
  const found = moduleNames.filter((name) => `${moduleLabels[name]} ${about[name].text}`.toLowerCase().includes(word));
  return (
    <div className="ll-modules">
      <p className="ll-muted">
        A module that is off disappears for everyone. Nothing is deleted, and links to it show a friendly page.
      </p>
      <TextField
        label="Find a module"
        labelHidden
        type="search"
        icon={Search}
        placeholder="Find a module"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      {error ? <ErrorNote text={error} /> : null}
      <ul className="ll-modules-list">
        {found.map((name) => (
          <Module
            key={name}
            name={name}
            on={wanted[name] ?? modules[name] !== false}
            disabled={offline || wanted[name] !== undefined}
            onChange={(next) => void change(name, next)}
          />
        ))}
      </ul>
      {found.length ? null : <p className="ll-muted" role="status">{`No module fits “${search.trim()}”.`}</p>}
    </div>
  );
}

interface ModuleProps {
  name: ModuleName;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}

function Module({ name, on, disabled, onChange }: ModuleProps) {
  const id = useId();
  const { text, icon: Icon } = about[name];
  return (
    <li>
      <label className="ll-check ll-switch ll-module" data-off={on ? undefined : ''}>
        <span className="ll-module-icon" aria-hidden="true">
          <Icon size={20} strokeWidth={1.9} />
        </span>
        <span className="ll-module-what">
          <span id={id} className="ll-strong">
            {moduleLabels[name]}
          </span>
          <span id={`${id}-text`} className="ll-meta">
            {text}
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-labelledby={id}
          aria-describedby={`${id}-text`}
          checked={on}
          // Focus stays on it while it is on its way.
          aria-disabled={disabled || undefined}
          onChange={(event) => disabled || onChange(event.target.checked)}
        />
      </label>
    </li>
  );
}
