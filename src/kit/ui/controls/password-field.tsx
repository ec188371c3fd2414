// A password that can be looked at. Nothing stands in the way of password managers or paste.
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing' | 'icon' | 'autoComplete'> {
  /** `new-password` where one is made, `current-password` where one is asked. */
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton
      icon={shown ? EyeOff : Eye}
      label={shown ? 'Hide password' : 'Show password'}
      aria-controls={props.id}
      onClick={() => setShown(!shown)}
    />
  );
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={toggle}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
