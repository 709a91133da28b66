import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, parseAllowedHosts } from '../../src/core/metadata/addresses.ts'

describe('a public address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('may be fetched from: %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '127.1',
    '0x7f000001',
  ])('is not: %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('is never hidden in an IPv6 form of an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'), (address, prefix) => {
        expect(isPublicAddress(`${prefix}${address}`)).toBe(false)
      }),
    )
  })
})

describe('the hosts of MINTDESK_ALLOW_HOSTS', () => {
  it('are names or addresses, with or without a port', () => {
    expect(parseAllowedHosts(undefined)).toEqual([])
    expect(parseAllowedHosts(' Files.Example , 127.0.0.1:8080,[::1]:80,')).toEqual([
      { host: 'files.example' },
      { host: '127.0.0.1', port: 8080 },
      { host: '::1', port: 80 },
    ])
  })

  it.each(['http://x', 'a:b', 'a:70000', 'a:0', 'a b'])('are refused in another form: %s', (entry) =>
    expect(() => parseAllowedHosts(entry)).toThrow('write host or host:port, separated by commas'),
  )
})
