// Loaded into a server before its own code (node --import): if the tool that started it is killed hard, the server goes
// the same way, as one process would. An orphan would keep the port and the data folder. In order: by SIGINT or SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
