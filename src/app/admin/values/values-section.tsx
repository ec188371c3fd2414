// What the company stands for: name, what it means, a picture; in its own order. Saved together.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, Trash2, Users } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { type CompanyValue, listValues, MOST_VALUES, updateValues } from '#contract/company/values.ts';
import { errorText } from '#src/api/error-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { configQuery } from '#src/features/company/queries.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useUnsaved } from '#src/kit/ui/form/unsaved.ts';
import { UnsavedGuard } from '#src/kit/ui/form/unsaved-guard.tsx';
import { PictureField } from '#src/kit/upload/picture-field.tsx';
import { app } from '#src/realtime/app.ts';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { mayStay } from '#src/realtime/page/may-stay.ts';
import { AdminSection } from '../admin-section.tsx';
import './values.css';
import { adminTexts } from '../messages.ts';
import { asChanged, isSame, type Theirs, useDraft } from './draft.ts';

export function ValuesSection() {
  const configures = useMay('company.configure');
  const offline = useOffline();
  // Whoever changes them tells the configuration, which is the sign to read them anew.
  const told = useQuery(configQuery).data?.values;
  const queryKey = ['company', 'values', told];
  const client = useQueryClient();
  const values = useQuery({
    queryKey,
    queryFn: ({ signal }) => app.call(listValues, {}, { signal }),
    placeholderData: (before) => before,
    // The same names may come back with other meanings.
    gcTime: 0,
    meta: { keep: false },
  });
  return (
    <AdminSection title="Values">
      {!configures ? (
        <p className="ll-muted">Only people who may configure your company can change what it stands for.</p>
      ) : values.data ? (
        <Values
          saved={values.data}
          onSaved={(now) => client.setQueryData(queryKey, now)}
          onStale={() => void values.refetch()}
        />
      ) : offline ? (
        <p className="ll-muted">Seeing the values needs a connection.</p>
      ) : values.isError ? (
        <ErrorCard onRetry={() => void values.refetch()} retrying={values.isFetching} />
      ) : (
        <SkeletonRows label="values" rows={3} size={64} />
      )}
    </AdminSection>
  );
}

interface ValuesProps {
  saved: readonly CompanyValue[];
  onSaved: (now: CompanyValue[]) => void;
  /** What is shown as saved is not what the server has. */
  onStale: () => void;
}

function Values({ saved, onSaved, onStale }: ValuesProps) {
  const offline = useOffline();
  const [busy, setBusy] = useState(false);
  const [uploads, setUploads] = useState(0);
  // Another one calls off the pictures that are on their way.
  const [round, setRound] = useState(0);
  // Of a save of what was made from `base`: once others have come into it, it is another one.
  const [error, setError] = useState<{ text: string; base: readonly CompanyValue[] }>();
  const [checked, setChecked] = useState(false);
  const { now, base, theirs, merged, edit, discard } = useDraft(saved, busy);
  const list = useRef<HTMLUListElement>(null);
  const isChanged = !isSame(now, saved);
  useUnsaved(isChanged);
  const problems = now.map((value, at) => problemOf(value, now.slice(0, at)));
  const put = (id: string, part: Partial<CompanyValue>) =>
    edit((values) => values.map((value) => (value.value_id === id ? { ...value, ...part } : value)));
  const move = (moved: CompanyValue, to: number) =>
    edit((values) => values.filter(({ value_id }) => value_id !== moved.value_id).toSpliced(to, 0, moved));
  const add = () => {
    const value = { value_id: uuid(), name: '', description: '', icon_url: null };
    edit((values) => [...values, value]);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || uploads || offline || !isChanged) return;
    setChecked(true);
    if (problems.some(Boolean)) {
      const inputs = list.current?.querySelectorAll<HTMLInputElement>('input[name=name]');
      return inputs?.[problems.findIndex(Boolean)]?.focus();
    }
    setBusy(true);
    setError(undefined);
    try {
      const values = now.map((value) => ({ ...value, name: value.name.trim() }));
      onSaved((await app.call(updateValues, { values, seen: [...base] })).values);
      discard();
      setChecked(false);
      showToast({ text: 'The values are saved.' });
    } catch (thrown) {
      setError({ text: errorText(thrown, adminTexts), base });
      if (thrown instanceof ApiError && thrown.code === 'COMPANY_VALUES_CHANGED') onStale();
    }
    setBusy(false);
  };
  return (
    <>
      <form className="ll-values" onSubmit={(event) => void save(event)} noValidate>
        <p className="ll-muted">
          What your company stands for, in your order. Colleagues name one of them when they recognise somebody.
        </p>
        <ul ref={list} key={round} className="ll-values-list">
          {now.map((value, at) => (
            <Value
              key={value.value_id}
              value={value}
              error={checked ? problems[at] : undefined}
              theirs={theirs[value.value_id]}
              disabled={offline || busy}
              isFirst={at === 0}
              isLast={at === now.length - 1}
              onChange={(part) => put(value.value_id, part)}
              onMove={(by) => move(value, at + by)}
              onRemove={() => edit((values) => values.filter(({ value_id }) => value_id !== value.value_id))}
              onBusy={(begins) => setUploads((count) => count + (begins ? 1 : -1))}
            />
          ))}
        </ul>
        {now.length ? null : <p className="ll-muted">None yet.</p>}
        <div className="ll-settings-buttons">
          <Button icon={Plus} disabled={offline || busy || now.length >= MOST_VALUES} onClick={add}>
            Add a value
          </Button>
        </div>
        {merged ? (
          <div className="ll-notice" data-tone="warn" role="status">
            <Users size={18} strokeWidth={1.9} aria-hidden="true" />
            <p>
              Somebody else has changed the values meanwhile. What you changed stands here with what they did: look
              through it, and save.
            </p>
          </div>
        ) : null}
        {error && error.base === base ? <ErrorNote text={error.text} /> : null}
        <div className="ll-settings-buttons">
          <Button kind="primary" type="submit" busy={busy && 'Saving…'} disabled={offline || uploads > 0 || !isChanged}>
            Save
          </Button>
          {isChanged ? (
            <Button
              kind="ghost"
              onClick={() => {
                discard();
                setError(undefined);
                setRound(round + 1);
              }}
            >
              Discard
            </Button>
          ) : null}
          {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
        </div>
      </form>
      <UnsavedGuard unsaved={isChanged} mayStay={mayStay} />
    </>
  );
}

function problemOf({ name }: CompanyValue, before: readonly CompanyValue[]): string | undefined {
  if (before.length >= MOST_VALUES) return `A company has at most ${MOST_VALUES} values. Remove one.`;
  const key = name.trim().toLowerCase();
  if (!key) return 'This field is required';
  return before.some((one) => one.name.trim().toLowerCase() === key)
    ? 'There is a value with this name already.'
    : undefined;
}

interface ValueProps {
  value: CompanyValue;
  error: string | undefined;
  /** What somebody else has saved meanwhile, where it is not what stands here. */
  theirs: Theirs | undefined;
  disabled: boolean;
  isFirst: boolean;
  isLast: boolean;
  onChange: (part: Partial<CompanyValue>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onBusy: (busy: boolean) => void;
}

function Value({ value, error, theirs, disabled, isFirst, isLast, onChange, onMove, onRemove, onBusy }: ValueProps) {
  const called = value.name.trim() || 'this value';
  return (
    <li className="ll-value">
      <PictureField
        label={`Picture of ${called}`}
        name={value.name || '?'}
        value={value.icon_url}
        onChange={(icon_url) => onChange({ icon_url })}
        onBusy={onBusy}
        folder="config/values"
        shape="square"
        call={app.call}
        who={app.session.read()}
      />
      <div className="ll-value-fields">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={60}
          value={value.name}
          error={error}
          disabled={disabled}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label="What it means"
          autoComplete="off"
          maxLength={300}
          value={value.description}
          disabled={disabled}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        {theirs ? <p className="ll-meta">{asChanged(theirs)}</p> : null}
      </div>
      <div className="ll-value-tools">
        <IconButton
          icon={ArrowUp}
          label={`Move ${called} up`}
          disabled={disabled || isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${called} down`}
          disabled={disabled || isLast}
          onClick={() => onMove(1)}
        />
        <IconButton icon={Trash2} label={`Remove ${called}`} disabled={disabled} onClick={onRemove} />
      </div>
    </li>
  );
}
