package dev.dyno.engine.send;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.setting.Units;
import dev.dyno.model.pace.Seeds;
import dev.dyno.model.pace.Slice;
import dev.dyno.model.workload.Limits;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.Payloads;
import dev.dyno.model.workload.SizeDistribution;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Payloads of one sending thread, used in turn, over and over. All producers of the thread share the cursor, so a broker that
 * compresses several messages together sees different payloads.
 *
 * <p>Assumptions and guarantees: one thread at a time; allocates nothing after its construction.
 */
final class PayloadCursor {

    private final Payload[] payloads;
    private final boolean whole;
    private int at;

    /** @param whole whether each body has the size of its payload */
    PayloadCursor(List<Payload> payloads, boolean whole) {
        this.payloads = payloads.toArray(Payload[]::new);
        this.whole = whole;
    }

    /**
     * Makes the payloads of a thread: its part of the random ones, or those of all files.
     *
     * @param thread index of this thread among the sending threads of the group, and their number
     * @param seed of the group's payloads in this process
     * @throws DriverException if a file cannot be read any more, or all threads together would have too many bytes of payloads
     */
    static PayloadCursor of(MessageTemplate message, Slice thread, long seed) throws DriverException {
        if (message.payloads() instanceof Payloads.FromFiles files) {
            return ofFiles(files, thread);
        }
        Payloads.Made made = (Payloads.Made) message.payloads();
        List<Payload> payloads = new ArrayList<>();
        for (int i = thread.index(); i < Math.max(made.count(), thread.count()); i += thread.count()) {
            payloads.add(new Payload(message.sizes(), message.body(), made.compressibility(), Seeds.derive(seed, i)));
        }
        return new PayloadCursor(payloads, false);
    }

    private static PayloadCursor ofFiles(Payloads.FromFiles files, Slice thread) throws DriverException {
        if (files.totalBytes() * thread.count() > Limits.MAX_PAYLOAD_BYTES) {
            throw new DriverException(String.format(
                    Locale.ROOT,
                    "payloads: %,d bytes of files for each of %,d sending threads; must be at most %s together."
                            + " Give fewer producers that send one by one, or smaller files",
                    files.totalBytes(),
                    thread.count(),
                    Units.formatBytes(Limits.MAX_PAYLOAD_BYTES)));
        }
        List<Payload> payloads = new ArrayList<>();
        try {
            for (Payloads.OneFile file : files.files()) {
                payloads.add(new Payload(file.content()));
            }
        } catch (IOException e) {
            throw new DriverException("payloads: " + e.getMessage(), e);
        }
        PayloadCursor cursor = new PayloadCursor(payloads, true);
        // Different first files, because otherwise threads that send at one pace would send the same file at the same
        // time.
        cursor.at = (int) ((long) payloads.size() * thread.index() / thread.count());
        return cursor;
    }

    int count() {
        return payloads.length;
    }

    /** Body sizes of one producer that uses these payloads. */
    SizeDistribution.Sampler sizes(SizeDistribution sizes, long seed) {
        return whole ? () -> present().body().capacity() : sizes.sampler(seed);
    }

    /** The payload of the next message, unchanged until {@link #advance}. */
    Payload present() {
        return payloads[at];
    }

    void advance() {
        at = at + 1 == payloads.length ? 0 : at + 1;
    }
}
