// What somebody does for the safety of their own account.
import { Section } from '../section.tsx';
import { Companies } from './companies.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { Sessions } from './sessions.tsx';
import './security.css';

export function SecuritySection() {
  return (
    <Section title="Security">
      <Sessions />
      <Companies />
      <Password />
      <SecondFactor />
    </Section>
  );
}
