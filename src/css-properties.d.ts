// Lets React's `style` carry our own custom properties.
import 'react';

declare module 'react' {
  interface CSSProperties {
    [property: `--ll-${string}`]: string | number | undefined;
  }
}
