#!/usr/bin/env node
import { runMcpServer } from './run-mcp-server.js'

process.exit(await runMcpServer(process.env))
