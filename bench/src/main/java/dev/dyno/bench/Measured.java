package dev.dyno.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of a program that prints in the form of {@code artemis perf}: rate and CPU between the first and the last line that
 * is not warmup, percentiles from its own summary. The CPU is what the kernel has charged the process with, read when those
 * lines come, so the start of its JVM is not in it.
 */
record Measured(
        double perSecond,
        double cpuMicros,
        double send50,
        double send99,
        double send999,
        double transfer50,
        double transfer99,
        double transfer999) {

    /** Linux counts in hundredths of a second wherever a program can see it. */
    private static final double MICROS_PER_TICK = 10_000;

    private static final Pattern RATE = Pattern.compile("--- completed:\\s+(\\d+) msg/sec");
    private static final Pattern PERCENTILES = Pattern.compile(
            "--- aggregated (send|transfer) time:.* 50\\.00%: *([0-9.]+) us.* 99\\.00%: *([0-9.]+) us.* 99\\.90%: *([0-9.]+) us.*");

    static Measured of(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("JAVA_ARGS", "-XX:+UseParallelGC -Xms512M -Xmx1024M"));
        Process process = builder.start();
        List<String> lines = new ArrayList<>();
        double completed = 0;
        int seconds = 0;
        long firstTicks = -1;
        long lastTicks = -1;
        boolean warmup = true;
        double[] percentiles = new double[6];
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String read = reader.readLine(); read != null; read = reader.readLine()) {
                String line = read.stripTrailing();
                lines.add(line);
                if (line.startsWith("--- warmup")) {
                    warmup = line.contains("true");
                }
                Matcher rate = RATE.matcher(line);
                if (rate.matches() && !warmup) {
                    lastTicks = ticksOf(process.pid(), lastTicks);
                    if (firstTicks < 0) {
                        firstTicks = lastTicks;
                    } else {
                        completed += Double.parseDouble(rate.group(1));
                        seconds++;
                    }
                }
                Matcher summary = PERCENTILES.matcher(line);
                if (summary.matches()) {
                    int at = summary.group(1).equals("send") ? 0 : 3;
                    for (int i = 0; i < 3; i++) {
                        percentiles[at + i] = Double.parseDouble(summary.group(2 + i));
                    }
                }
            }
        }
        if (process.waitFor() != 0 || seconds == 0 || completed == 0) {
            throw new IOException(command + " failed:\n" + String.join("\n", lines));
        }
        return new Measured(
                completed / seconds,
                (lastTicks - firstTicks) * MICROS_PER_TICK / completed,
                percentiles[0],
                percentiles[1],
                percentiles[2],
                percentiles[3],
                percentiles[4],
                percentiles[5]);
    }

    /** User and system time so far; the last known if the process has just ended. */
    private static long ticksOf(long pid, long otherwise) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        } catch (IOException e) {
            return otherwise;
        }
    }
}
