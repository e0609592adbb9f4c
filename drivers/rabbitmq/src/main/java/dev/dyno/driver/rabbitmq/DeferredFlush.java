package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Says to {@link GatheredFrames} that what is published with it goes to the socket later, with what follows.
 *
 * <p>Assumptions and guarantees: of the thread that publishes.
 */
final class DeferredFlush implements WriteListener {

    /** When the library has connected anew, what was left for the lost connection is void. */
    private @Nullable GatheredFrames held;

    /** What was published goes to the socket later than its caller returns. */
    void takeOver(GatheredFrames frames) {
        held = frames;
    }

    /** What was published goes to the socket now. */
    void flush() {
        GatheredFrames frames = held;
        if (frames == null) {
            return;
        }
        held = null;
        try {
            frames.flushNow();
        } catch (IOException e) {
            // The connection is lost, as the thread that reads it finds out, too; it fails what is under way.
        }
    }

    @Override
    public void done(boolean success, @Nullable Throwable cause) {
        // Comes where frames are not gathered, of which nothing was put off.
    }
}
