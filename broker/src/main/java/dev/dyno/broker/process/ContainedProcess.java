package dev.dyno.broker.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Program in a container. Its streams and exit status are those of the engine's client, which ends with it. {@link #toHandle} is
 * the process inside the container as this machine sees it, which is measured, paused and ended; before {@link #awaitInside} it
 * is the client.
 *
 * <p>Assumptions and guarantees: one thread waits for the program; others may read at the same time.
 */
final class ContainedProcess extends Process {

    private static final long POLL_MILLIS = 20;

    private final Process client;
    private final Path engine;
    private final String container;
    private volatile ProcessHandle inside;

    ContainedProcess(Process client, Path engine, String container) {
        this.client = client;
        this.engine = engine;
        this.container = container;
        inside = client.toHandle();
    }

    /**
     * Waits until the program runs, the client has ended, or the time is over.
     *
     * @param where beginning of a sentence about the broker
     */
    void awaitInside(String where, Duration limit) throws BrokerException, IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (client.isAlive() && System.nanoTime() - deadline < 0) {
            Optional<ProcessHandle> found = Container.answer(
                            engine, where, limit, "inspect", "--format", "{{.State.Pid}}", container)
                    .filter(pid -> pid.matches("[1-9][0-9]*"))
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)));
            if (found.isPresent()) {
                inside = found.get();
                return;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public ProcessHandle toHandle() {
        return inside;
    }

    @Override
    public OutputStream getOutputStream() {
        return client.getOutputStream();
    }

    @Override
    public InputStream getInputStream() {
        return client.getInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return client.getErrorStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        return client.waitFor();
    }

    @Override
    public int exitValue() {
        return client.exitValue();
    }

    @Override
    public void destroy() {
        inside.destroy();
    }
}
