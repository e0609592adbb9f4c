package dev.dyno.engine.run;

import com.sun.management.OperatingSystemMXBean;
import dev.dyno.broker.resource.IdleTime;
import dev.dyno.engine.send.HeldProcessors;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Facts that a result depends on besides the workload and the broker: this Dyno, machine and JVM. Names no host and no user. */
final class Environment {

    private Environment() {}

    static Map<String, String> describe() {
        Map<String, String> facts = new TreeMap<>();
        facts.put("dyno", Build.text());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("architecture", System.getProperty("os.arch"));
        facts.put("processors", Integer.toString(HeldProcessors.ALL));
        if (IdleTime.processors() != HeldProcessors.ALL) {
            facts.put("host processors", Integer.toString(IdleTime.processors()));
        }
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put("heap", Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB");
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os) {
            facts.put("memory", os.getTotalMemorySize() / (1 << 20) + " MiB");
        }
        firstLine(
                Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource"), "", "clock source", facts);
        firstLine(Path.of("/proc/cpuinfo"), "model name", "processor", facts);
        return facts;
    }

    private static void firstLine(Path file, String prefix, String name, Map<String, String> facts) {
        try (Stream<String> lines = Files.lines(file)) {
            lines.filter(line -> line.startsWith(prefix))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .ifPresent(line -> facts.put(name, line));
        } catch (IOException | RuntimeException e) {
            // Not every system has these facts.
        }
    }
}
