package dev.dyno.broker.resource;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;

/**
 * JVM that uses resources as its commands say, and answers each with one line, marked because its agents write lines of their
 * own at any time. It ends when its input does.
 */
public final class PuppetMain {

    /** Beginning of an answer. */
    public static final String MARK = "puppet: ";

    private static final PrintStream OUT = System.out;
    private static final List<Object> KEPT = new ArrayList<>();

    private PuppetMain() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        OUT.println(MARK + "ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            OUT.println(MARK + obey(words[0], words.length > 1 ? words[1] : ""));
        }
    }

    /** A bean like that of a broker. */
    public interface QueuedMXBean {
        long getTotalMessageCount();
    }

    private static String obey(String command, String argument) throws Exception {
        switch (command) {
            case "gc" -> {
                for (int i = 0; i < Integer.parseInt(argument); i++) {
                    collect();
                }
            }
            case "register" -> {
                ManagementFactory.getPlatformMBeanServer()
                        .registerMBean((QueuedMXBean) () -> 815, new ObjectName(argument));
            }
            case "count" -> {
                // As the launcher of a broker does.
                Class<?> type = Class.forName("jdk.internal.perf.Perf");
                Object perf = type.getMethod("getPerf").invoke(null);
                type.getMethod("createLong", String.class, int.class, int.class, long.class)
                        .invoke(perf, "dyno.queuedMessages", 3, 1, Long.parseLong(argument));
            }
            case "keep" -> {
                KEPT.add(new byte[Integer.parseInt(argument)]);
            }
            case "open" -> {
                for (int i = 0; i < Integer.parseInt(argument); i++) {
                    KEPT.add(new FileInputStream("/proc/self/stat"));
                }
            }
            case "write" -> {
                try (FileOutputStream file = new FileOutputStream(argument)) {
                    byte[] block = new byte[1 << 20];
                    for (int i = 0; i < 8; i++) {
                        file.write(block);
                    }
                    file.getFD().sync();
                }
            }
            case "burn" -> {
                return burn(Long.parseLong(argument) * 1_000_000);
            }
            case "cpu" -> {
                return Long.toString(cpuNs());
            }
            case "spawn" -> {
                Process child = new ProcessBuilder(argument, "60").start();
                KEPT.add(child);
                return Long.toString(child.pid());
            }
            case "child-writes" -> {
                // A child that has written 8 MiB and ended, and was waited for.
                Process child = new ProcessBuilder(
                                "dd", "if=/dev/zero", "of=" + argument, "bs=1048576", "count=8", "conv=fsync")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return Integer.toString(child.onExit().join().exitValue());
            }
            case "shell" -> {
                // A child that has used a processor and ended, and was waited for.
                Process child = new ProcessBuilder(
                                "sh", "-c", "i=0; while [ $i -lt " + argument + " ]; do i=$((i+1)); done; echo; read x")
                        .start();
                KEPT.add(child);
                InputStream said = child.getInputStream();
                return said.read() == '\n' ? Long.toString(child.pid()) : "none";
            }
            default -> throw new IllegalArgumentException(command);
        }
        return "done";
    }

    /** A JVM leaves out what it is asked for while another thread, as one that unpacks classes, holds an array in native code. */
    private static void collect() {
        long before = collections();
        while (collections() == before) {
            System.gc();
        }
    }

    private static long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    private static String burn(long ns) {
        long end = cpuNs() + ns;
        double x = 1;
        while (cpuNs() < end) {
            for (int i = 0; i < 10_000; i++) {
                x = Math.sin(x) + 1;
            }
        }
        return x > 5 ? "never" : "done";
    }

    private static long cpuNs() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
