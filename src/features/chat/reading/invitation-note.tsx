// Above the list of conversations: that colleagues invite one into spaces. They are answered where spaces are browsed.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Hash } from 'lucide-react';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { listInvitations } from '#contract/spaces/invitations.ts';
import { invitationsKey } from '#src/kit/spaces/keys.ts';
import './invitation-note.css';

export function InvitationNote() {
  const { data } = useQuery<ResponseOf<typeof listInvitations>>({ queryKey: invitationsKey });
  const [first, ...others] = data?.items ?? [];
  if (!first) return null;
  return (
    <Link to="/spaces" className="ll-invitation-note">
      <Hash size={18} strokeWidth={1.9} aria-hidden="true" />
      <span className="ll-ellipsis">
        {others.length
          ? `You are invited to ${others.length + 1} spaces`
          : `You are invited to ${first.space.space_name}`}
      </span>
      <ChevronRight size={16} strokeWidth={1.9} aria-hidden="true" />
    </Link>
  );
}
