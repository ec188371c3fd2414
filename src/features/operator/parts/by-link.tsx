// What stands behind a link with a token: the page that it is for, or that it is worth nothing any more, told before anything is filled in.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { ApiError } from '#src/api/errors.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { linkQuery } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { OperatorLink } from './link.tsx';
import { LoadingPart } from './loaded.tsx';
import { Outside } from './outside.tsx';

interface ByLinkProps {
  purpose: 'account' | 'password';
  title: string;
  /** `email`: whose password it is, or to whom the link was mailed. */
  children: (token: string, email: string | null) => ReactNode;
}

const REFUSED = new Set(['OPERATOR_LINK_INVALID', 'INVALID_REQUEST']);

export function ByLink({ purpose, title, children }: ByLinkProps) {
  const [token] = useState(() => location.hash.slice(1));
  // The address stays in histories and over shoulders; the token must not.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const query = useQuery(linkQuery(token));
  const { data, error } = query;
  if (data?.purpose === purpose) return children(token, data.email_id);
  if (data || (error instanceof ApiError && REFUSED.has(error.code)))
    return (
      <Outside title={title} error={errorText('OPERATOR_LINK_INVALID', operatorTexts)}>
        {purpose === 'account' ? (
          <p className="ll-muted">
            The operator who gave it to you can make a new one. As long as there is no operator, each start of the
            server prints one.
          </p>
        ) : (
          <p className="ll-muted">
            On the server, <code>npm run operator -- reset</code> prints a new one.
          </p>
        )}
        <Button asChild size="large" wide>
          <OperatorLink at="companies">Go to the sign-in</OperatorLink>
        </Button>
      </Outside>
    );
  return (
    <Outside title={title}>
      <LoadingPart query={query} label="what this link is for" />
    </Outside>
  );
}
