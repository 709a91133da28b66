import { type Logger, pino } from 'pino'

/**
 * The log on standard error, as JSON lines; MINTDESK_LOG sets the level (`warn` when absent). Fields that could hold a secret
 * are always removed.
 */
export function openLog(env: Readonly<Record<string, string | undefined>>): Logger {
  const level = env.MINTDESK_LOG
  return pino(
    {
      level: level !== undefined && level in pino.levels.values ? level : 'warn',
      redact: {
        paths: [
          'token',
          'key',
          'mnemonic',
          'passphrase',
          'seed',
          'words',
          'privateKey',
          'raw',
          '*.token',
          '*.key',
          '*.mnemonic',
          '*.passphrase',
          '*.privateKey',
          '*.raw',
          'headers',
          '*.headers',
          '*.seed',
          '*.words',
          'env',
          '*.env',
        ],
        remove: true,
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
