/**
 * Where a clone is also a server, secrets and data folders lie in it while a package, an image or an installer is made. None of them may come along:
 * each list says what does.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { root, withFolder } from '../core/trial-core.ts'
import { runProgram } from './run-program.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** What lies in the folder of whoever uses it as a server, too. */
const secrets = [
  ...['resources/server/passphrase', 'resources/server/passphrase.old', 'resources/passphrase', 'passphrase.txt'],
  ...[
    '.env',
    '.env.production',
    'resources/.env',
    'resources/server/.env',
    'resources/samples/.env.local',
    'out/main/.env',
  ],
  ...['words.txt', 'seed', 'backups/mintdesk-0123456789abcdef/backup-1.mintdesk'],
  ...['data', 'resources/data', 'resources/server/data', 'mintdesk'].flatMap((folder) =>
    [
      'vault.json',
      'mintdesk.db',
      'mintdesk.db-wal',
      'practice-seed.json',
      'api.json',
      'content/files/ab/bafy',
      'imports/one.sqlite',
    ].map((file) => `${folder}/${file}`),
  ),
]
/** What must come along all the same. */
const needed = [
  ...['package.json', 'out/main/index.js', 'out/renderer/index.html', 'resources/icon.png', 'resources/tray.svg'],
  ...['resources/contracts/Collection.sol', 'resources/contracts/submissions/standard-721.json.gz'],
  ...['resources/samples/template.csv', 'resources/server/compose.yaml', 'resources/server/Caddyfile'],
]
const resources = readdirSync(join(root, 'resources'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/'),
  )

/** Which of these files Docker sends, as the order of its patterns says: the last one that fits counts; a folder's stands for all in it. */
function sentToDocker(files: readonly string[]): string[] {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ takes: line.startsWith('!'), glob: line.replace(/^!/, '') }))
  const fits = (file: string, glob: string): boolean => {
    const names = file.split('/')
    return names.some((_, at) => matchesGlob(names.slice(0, at + 1).join('/'), glob))
  }
  return files.filter((file) => rules.findLast(({ glob }) => fits(file, glob))?.takes ?? true)
}

/** Which of these an installer has. */
function inInstaller(files: readonly string[]): string[] {
  const { files: globs } = z.object({ files: z.array(z.string()) }).parse(parse(read('electron-builder.yml')))
  return files.filter((file) => {
    const last = globs.findLast((glob) => matchesGlob(file, glob.replace(/^!/, '')))
    return last !== undefined && !last.startsWith('!')
  })
}

it('no image has them: what Docker is sent is what is in the repository', () => {
  const sent = sentToDocker([...secrets, ...needed])
  expect(sent.filter((file) => secrets.includes(file))).toEqual([])
  expect(sent).toEqual(expect.arrayContaining(needed.filter((file) => !file.startsWith('out/'))))
  const { stdout, status } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  const tracked = stdout.split('\n').filter((file) => file !== '' && !/^(\.|Containerfile$)/.test(file))
  // An archive of the sources is no repository.
  if (status === 0) expect(sentToDocker(tracked)).toEqual(tracked)
})

it('no installer has them, and each has all it needs', () => {
  expect(inInstaller(secrets)).toEqual([])
  expect(inInstaller(needed)).toEqual(needed)
  const left = resources.filter((file) => inInstaller([file]).length === 0 && !secrets.includes(file))
  expect(left).toEqual(['resources/installer.nsh'])
})

// On Windows npm is no program that can be started by itself.
it.skipIf(process.platform === 'win32')(
  'no npm package has them, nor the image and the portable archive, which are made of it',
  () =>
    withFolder(async (folder) => {
      for (const file of [...secrets, ...needed]) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), 'a secret')
      }
      copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
      const { output } = await runProgram('npm', ['pack', '--dry-run', '--ignore-scripts', '--json', folder])
      const packed = z
        .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
        .parse(JSON.parse(output.slice(output.indexOf('['))))
        .flatMap(({ files }) => files.map(({ path }) => path))
      expect(packed.sort()).toEqual([...needed].sort())
    }),
)
