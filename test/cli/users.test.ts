import { expect, it } from 'vitest'
import { withFolder } from '../core/trial-core.ts'
import { naming, publicUrl } from '../people/server-core.ts'
import { cli, startCli } from './run-cli.ts'

it('a first account is made on the command line, and then a server starts for the proxies that are named', () =>
  withFolder(async (home) => {
    const serve = ['serve', '--port', '0', '--host', '0.0.0.0']
    const open = await cli(home, ...serve)
    expect(open).toMatchObject({ code: 1, stdout: '' })
    expect(open.stderr).toContain('--public-url https://<name>')
    const nobody = await cli(home, ...serve, '--public-url', publicUrl)
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
    expect(nobody.stderr).toContain('"mintdesk users add <name> --role admin')
    const added = await cli(home, 'users', 'add', 'Anna', '--role', 'admin', '--public-url', publicUrl)
    // The link alone is on standard output, so that a script can take it from there.
    expect(added.stdout).toMatch(/^https:\/\/mint\.example\/#invitation=[\w-]{32}\n$/)
    const server = startCli(home, ...serve, '--public-url', publicUrl, '--proxy', '10.0.0.1', '172.18.0.0/16', '--json')
    const [, url = ''] = await server.until(/"url": ?"([^"]+)"/)
    expect((await naming(url, { host: 'mint.example' })('GET', '/app/login')).json).toMatchObject({ isHere: true })
    // The core that runs takes the commands.
    expect((await cli(home, 'users', 'role', 'anna', 'viewer')).stderr).toContain('anna is the last admin')
    expect((await cli(home, 'users')).stdout).toMatch(/anna +admin +0 +link not used/)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  }))
