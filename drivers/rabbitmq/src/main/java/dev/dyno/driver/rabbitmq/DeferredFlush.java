package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Marks published frames for {@link GatheredFrames}: they are written to the socket later, together with the next ones.
 *
 * <p>Assumptions and guarantees: used by the publishing thread.
 */
final class DeferredFlush implements WriteListener {

    /**
     * Frames to flush later; null = none. After the library has reconnected, frames left for the lost connection are obsolete.
     */
    private @Nullable GatheredFrames held;

    /** Notes frames for the next {@link #flush}. */
    void takeOver(GatheredFrames frames) {
        held = frames;
    }

    /** Forgets the noted frames, because a later write has flushed them. */
    void forget() {
        held = null;
    }

    /** Writes the noted frames to the socket. */
    void flush() {
        GatheredFrames frames = held;
        if (frames == null) {
            return;
        }
        held = null;
        try {
            frames.flushNow();
        } catch (IOException e) {
            // The connection is lost. The thread that reads it notices this too, and fails the messages in flight.
        }
    }

    @Override
    public void done(boolean success, @Nullable Throwable cause) {
        // Called only where frames are written at once, so nothing was put off.
    }
}
