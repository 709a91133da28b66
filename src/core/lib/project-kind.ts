/** What a project mints on: practice networks on this machine, where nothing costs anything, or real networks. */
export type ProjectKind = 'practice' | 'live'
