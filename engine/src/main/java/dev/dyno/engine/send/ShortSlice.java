package dev.dyno.engine.send;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import dev.dyno.engine.record.Threads;
import dev.dyno.model.pace.SystemTime;
import java.util.Optional;

/**
 * Short time slice of a thread. Linux 6.12 and later runs a thread that asks for a short slice sooner after it wakes up, so the
 * thread sends a due message with less delay. It gets no larger share of the processors, and needs no privilege.
 */
public final class ShortSlice {

    private static final long NS = 100_000;

    /** Numbers of sched_setattr in the tables of system calls. */
    private static final int ON_X86_64 = 314;

    private static final int ON_AARCH64 = 274;

    /** First version of struct sched_attr (man 2 sched_setattr): size at 0, runtime at 24, all else 0. */
    private static final int ATTRIBUTES_BYTES = 48;

    private static final int RUNTIME_AT = 24;

    interface CLibrary extends Library {
        NativeLong syscall(NativeLong number, Object... arguments);
    }

    /** C library, for system calls; empty where their numbers are not known here, or where the library cannot be loaded. */
    static final Optional<CLibrary> LIBRARY = load();

    private ShortSlice() {}

    private static Optional<CLibrary> load() {
        try {
            boolean isKnown = Platform.isLinux() && Platform.is64Bit() && (Platform.isIntel() || Platform.isARM());
            return isKnown ? Optional.of(Native.load("c", CLibrary.class)) : Optional.empty();
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * Makes threads with adjusted timers and, where the system has them, short slices. The first call loads a library, which
     * takes 0.1 to 0.2 s, so that the first message does not wait for it.
     */
    public static Threads threads() {
        boolean isPossible = LIBRARY.isPresent();
        return Threads.daemons(() -> {
            SystemTime.prepareThread();
            if (isPossible) {
                ask();
            }
        });
    }

    /** Asks for a short slice for the calling thread. If the system refuses, the slice stays unchanged. */
    private static void ask() {
        try (Memory attributes = new Memory(ATTRIBUTES_BYTES)) {
            attributes.clear();
            attributes.setInt(0, ATTRIBUTES_BYTES);
            attributes.setLong(RUNTIME_AT, NS);
            NativeLong number = new NativeLong(Platform.isIntel() ? ON_X86_64 : ON_AARCH64);
            LIBRARY.orElseThrow().syscall(number, 0, attributes, 0);
        }
    }
}
