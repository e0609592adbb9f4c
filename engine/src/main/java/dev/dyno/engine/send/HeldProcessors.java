package dev.dyno.engine.send;

import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Pins all threads of this process to some processors of a Linux machine until it is closed. Threads and processes that start in
 * the meantime are pinned to the same processors.
 */
public final class HeldProcessors implements AutoCloseable {

    /** Highest processor number that can be given. */
    public static final int HIGHEST = 1023;

    /** Number of processors that this process may use when it is not pinned. */
    public static final int ALL = Runtime.getRuntime().availableProcessors();

    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int WORDS = (HIGHEST + 1) / Long.SIZE;

    /** Numbers of sched_setaffinity and sched_getaffinity in the table of system calls. */
    private static final int SET = Platform.isIntel() ? 203 : 122;

    private static final int GET = Platform.isIntel() ? 204 : 123;

    private final long[] before;

    private HeldProcessors(long[] before) {
        this.before = before;
    }

    /**
     * Pins the process.
     *
     * @param processors their numbers; empty = the process is not pinned
     * @throws IOException whose message lacks the subject of its sentence, if pinning is impossible here, or the machine has none
     *     of these processors
     */
    public static HeldProcessors to(List<Integer> processors) throws IOException {
        HeldProcessors held = new HeldProcessors(new long[WORDS]);
        if (!processors.isEmpty()) {
            BitSet bits = new BitSet(HIGHEST + 1);
            processors.forEach(bits::set);
            long[] mask = new long[WORDS];
            System.arraycopy(bits.toLongArray(), 0, mask, 0, bits.toLongArray().length);
            if (ShortSlice.LIBRARY.isEmpty() || !call(GET, 0, held.before) || !call(SET, 0, mask)) {
                throw new IOException("cannot be held to processors");
            }
            hold(mask);
        }
        return held;
    }

    private static void hold(long[] mask) throws IOException {
        // Two passes: a thread that was not pinned yet may have started others during the first one.
        for (int pass = 0; pass < 2; pass++) {
            try (Stream<Path> threads = Files.list(THREADS)) {
                // The call fails for a thread that has ended, which does not matter.
                threads.forEach(thread -> call(SET, Integer.parseInt(String.valueOf(thread.getFileName())), mask));
            }
        }
    }

    /** @return whether the system call succeeded */
    private static boolean call(int number, int thread, long[] mask) {
        try (Memory memory = new Memory((long) WORDS * Long.BYTES)) {
            memory.write(0, mask, 0, WORDS);
            NativeLong answer =
                    ShortSlice.LIBRARY.orElseThrow().syscall(new NativeLong(number), thread, memory.size(), memory);
            memory.read(0, mask, 0, WORDS);
            return answer.longValue() >= 0;
        }
    }

    /** Lets the process use the processors that it had before. */
    @Override
    public void close() {
        if (Arrays.stream(before).anyMatch(word -> word != 0)) {
            try {
                hold(before);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
