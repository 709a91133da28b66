export function buildInUpdates(root: string, env: Readonly<Record<string, string | undefined>>): string[]
export function takeOutUpdates(root: string): void
export function newestNotes(changelog: string): string
