// The address beside a password, unseen: password managers fill pairs.

export function UsernameForManagers({ email }: { email: string }) {
  return (
    <input
      className="ll-hidden-text"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
