/**
 * What the page must settle before any library runs, because the Content Security Policy allows neither `eval` nor styles
 * without the nonce of this answer. Imported first by `main.tsx`.
 */
import { z } from 'zod'

/** The nonce the core put into this page; '' where the page is served without one (Vite's own server). */
export function styleNonce(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
  return content.startsWith('__') ? '' : content
}

z.config({ jitless: true })
// The scroll lock of Mantine's dialogs reads its nonce from this global.
Object.defineProperty(globalThis, '__webpack_nonce__', { value: styleNonce() })
