package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Flag for {@link GatheredFrames}: what is published with it is written to the socket later, together with what follows.
 *
 * <p>Assumptions and guarantees: used by the publishing thread.
 */
final class DeferredFlush implements WriteListener {

    /**
     * Frames to flush later; null = none. After the library has reconnected, what was left for the lost connection is obsolete.
     */
    private @Nullable GatheredFrames held;

    /** Takes over the flush of what was published, after its caller has returned. */
    void takeOver(GatheredFrames frames) {
        held = frames;
    }

    /** Flushes nothing of what was taken over, because that is done. */
    void forget() {
        held = null;
    }

    /** Flushes what was published to the socket. */
    void flush() {
        GatheredFrames frames = held;
        if (frames == null) {
            return;
        }
        held = null;
        try {
            frames.flushNow();
        } catch (IOException e) {
            // The connection is lost. The thread that reads it notices this too, and fails what is in flight.
        }
    }

    @Override
    public void done(boolean success, @Nullable Throwable cause) {
        // Called where frames are not gathered, so nothing was put off.
    }
}
