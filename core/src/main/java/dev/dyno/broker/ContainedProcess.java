package dev.dyno.broker;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program in a container. Its streams and its exit status are those of the engine's client, which ends with it; its process,
 * which is measured, frozen and ended, is the one inside, as this machine sees it.
 */
final class ContainedProcess extends Process {

    private final Process client;
    private final ProcessHandle inside;

    ContainedProcess(Process client, ProcessHandle inside) {
        this.client = client;
        this.inside = inside;
    }

    @Override
    public ProcessHandle toHandle() {
        return inside;
    }

    @Override
    public long pid() {
        return inside.pid();
    }

    @Override
    public boolean isAlive() {
        return client.isAlive();
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return client.onExit().thenApply(ended -> this);
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
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        return client.waitFor(timeout, unit);
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
