// The mails that nobody sends, because no SMTP server is set: the newest first, and what each says.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MailCheck, MailOpen } from 'lucide-react';
import type { KeptMail } from '#contract/operator/running.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { mailQuery, mailsQuery } from '../data.ts';
import { Ago } from '../parts/figures.tsx';
import { Fold } from '../parts/fold.tsx';
import { Loaded } from '../parts/loaded.tsx';

export function Mails() {
  const query = useInfiniteQuery(mailsQuery);
  return (
    <>
      <PageHeader title="Mail" />
      <Loaded query={query} label="mails">
        {({ pages }) =>
          pages[0]?.kept === 'smtp' ? (
            <EmptyState
              icon={MailCheck}
              title="Mails are sent"
              text="An SMTP server is set, so none is kept here. What it does not take is among the jobs."
            />
          ) : (
            <Kept mails={pages.flatMap((page) => page.items)} />
          )
        }
      </Loaded>
      {query.hasNextPage ? (
        <div className="op-more">
          <Button busy={query.isFetchingNextPage && 'Loading…'} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Kept({ mails }: { mails: readonly KeptMail[] }) {
  if (!mails.length) return <EmptyState icon={MailOpen} title="No mails yet" />;
  return (
    <>
      <p className="ll-muted">No SMTP server is set (SMTP_URL), so nobody gets these. They lie in the data folder.</p>
      <ul className="op-folds">
        {mails.map((mail) => (
          <li key={mail.file}>
            <Fold
              title={mail.subject}
              about={
                <>
                  {mail.to} · <Ago at={mail.date} never="" />
                </>
              }
            >
              {() => <Text file={mail.file} />}
            </Fold>
          </li>
        ))}
      </ul>
    </>
  );
}

function Text({ file }: { file: string }) {
  const query = useQuery(mailQuery(file));
  return (
    <Loaded query={query} label="the mail">
      {({ text }) => <p className="op-fold-text">{text}</p>}
    </Loaded>
  );
}
