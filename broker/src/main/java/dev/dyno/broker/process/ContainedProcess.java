package dev.dyno.broker.process;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * Program in a container. Its streams and exit status are those of the engine's client, which ends with it. Its process, which is
 * measured, paused and ended, is the one inside the container, as this machine sees it.
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
