// Checkbox, radio and switch: the native controls, drawn as ink with a light in it.
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './field.css';

export interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  label: ReactNode;
}

/** @public */
export function Checkbox({ label, className, ...input }: CheckProps) {
  return (
    <label className={classNames('ll-check', className)}>
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

export function Radio({ label, className, ...input }: CheckProps) {
  return (
    <label className={classNames('ll-check', className)}>
      <input {...input} type="radio" />
      <span>{label}</span>
    </label>
  );
}

/** Takes effect at once, without a Save. The label stands left. @public */
export function Switch({ label, className, ...input }: CheckProps) {
  return (
    <label className={classNames('ll-check', 'll-switch', className)}>
      <span>{label}</span>
      <input {...input} type="checkbox" role="switch" />
    </label>
  );
}
