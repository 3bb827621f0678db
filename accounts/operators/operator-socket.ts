import { chmod } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { OperatorService } from './operator-service.ts'
import { OperatorRequest } from './operator-service.ts'
import { makeSocketPath } from './socket-path.ts'

/** Connections of operators at a time; further ones are closed. */
const CONNECTIONS_MAX = 8
/** One line of JSON. */
const REQUEST_BYTES_MAX = 65_536
/** Longest wait for the request, and for the answer to be read. */
const IDLE_MAX_MS = 10_000

/**
 * Answers operators on this machine while the service has the accounts: one line of JSON each way.
 * Anybody who may open the socket may do everything: its mode is 0600, that of its folder 0700.
 */
export async function listenForOperators(
  folder: string,
  operators: OperatorService,
  onFailure: (error: unknown) => void,
): Promise<{ close(): Promise<void> }> {
  const { path, remove } = await makeSocketPath(folder)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A client that disconnects is not a failure.
    socket.on('error', () => socket.destroy())
    socket.setTimeout(IDLE_MAX_MS, () => socket.destroy())
    readLine(socket, async (line) => {
      socket.end(`${JSON.stringify(await answerLine(line, operators, onFailure))}\n`)
    })
  })
  server.maxConnections = CONNECTIONS_MAX
  await listening(server, path)
  await chmod(path, 0o600)
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
      await remove()
    },
  }
}

async function answerLine(
  line: string,
  operators: OperatorService,
  onFailure: (error: unknown) => void,
): Promise<object> {
  try {
    const request = OperatorRequest.safeParse(JSON.parse(line))
    if (!request.success)
      return { refused: 'The request is not valid.', hint: 'Run the same version as the service.' }
    return await operators.answer(request.data)
  } catch (error) {
    onFailure(error)
    return {
      failure: 'The service that has the accounts failed to answer; its log has the reason.',
    }
  }
}

function readLine(socket: Socket, take: (line: string) => void): void {
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    // Nothing after the first line is read.
    if (text.includes('\n')) return
    text += chunk
    if (text.length > REQUEST_BYTES_MAX) return socket.destroy()
    const end = text.indexOf('\n')
    if (end >= 0) take(text.slice(0, end))
  })
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}
