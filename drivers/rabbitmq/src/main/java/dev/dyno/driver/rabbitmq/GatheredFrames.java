package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.WriteListener;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.FrameHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a connection's frames whose flush {@link DeferredFlush} and {@link DeliveryThreads} may put off. The library's
 * handler does everything else.
 *
 * <p>Assumptions and guarantees: usable from any thread, like the handler that it wraps.
 */
final class GatheredFrames implements FrameHandler {

    private final FrameHandler frames;
    private volatile @Nullable AMQConnection connection;

    GatheredFrames(FrameHandler frames) {
        this.frames = frames;
    }

    @Override
    public void flush(@Nullable WriteListener listener) throws IOException {
        if (listener instanceof DeferredFlush later) {
            later.takeOver(this);
        } else if (listener != null || !DeliveryThreads.takesOver(this)) {
            frames.flush(listener);
        }
    }

    /** Writes the frames whose flush was put off. A failure is reported to the connection, which may recover from it. */
    void flushNow() throws IOException {
        AMQConnection owner = connection;
        if (owner == null) {
            frames.flush(null);
        } else {
            owner.flush();
        }
    }

    @Override
    public void writeFrame(Frame frame) throws IOException {
        frames.writeFrame(frame);
    }

    @Override
    public Frame readFrame() throws IOException {
        return frames.readFrame();
    }

    @Override
    public void sendHeader() throws IOException {
        frames.sendHeader();
    }

    @Override
    public void initialize(AMQConnection connection) {
        this.connection = connection;
        frames.initialize(connection);
    }

    @Override
    public void startProcessing() {
        frames.startProcessing();
    }

    @Override
    public void finishConnectionNegotiation() {
        frames.finishConnectionNegotiation();
    }

    @Override
    public boolean internalHearbeat() {
        return frames.internalHearbeat();
    }

    @Override
    public void setFrameMax(int bytes) {
        frames.setFrameMax(bytes);
    }

    @Override
    public void setTimeout(int milliseconds) throws SocketException {
        frames.setTimeout(milliseconds);
    }

    @Override
    public int getTimeout() throws SocketException {
        return frames.getTimeout();
    }

    @Override
    public InetAddress getLocalAddress() {
        return frames.getLocalAddress();
    }

    @Override
    public int getLocalPort() {
        return frames.getLocalPort();
    }

    @Override
    public InetAddress getAddress() {
        return frames.getAddress();
    }

    @Override
    public int getPort() {
        return frames.getPort();
    }

    @Override
    public void close() {
        frames.close();
    }
}
