// Whether an element has come near what is seen: what is far away is not fetched.
import { type RefObject, useEffect, useState } from 'react';

/** Stays true. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '800px',
      // The root's says nothing of what scrolls within the page.
      scrollMargin: '800px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element]);
  return near;
}
