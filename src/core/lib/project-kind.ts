/** What a project mints on: networks of this machine, where nothing costs anything, or the real ones. */
export type ProjectKind = 'practice' | 'live'
