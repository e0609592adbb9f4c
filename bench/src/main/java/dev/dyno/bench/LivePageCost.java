package dev.dyno.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cost of a viewer of a load's page for the process that serves it: its processor time while somebody watches less that while
 * nobody does, in turns within one run, as the median of the pairs.
 */
public final class LivePageCost {

    private static final int SLICE_SECONDS = 10;
    /** For the document with all seconds, which a new viewer gets first. */
    private static final int COMING_SECONDS = 2;
    /** After the last request of a viewer, until rows are no longer made for it. */
    private static final int GONE_SECONDS = 12;

    private static final double ALLOWED_CORES = 0.02;

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final ProcessHandle process;
    private String version = "0";
    private int updates;

    private LivePageCost(String url, long pid) {
        this.url = url;
        process = ProcessHandle.of(pid).orElseThrow();
    }

    /** @param arguments address of the page, process, pairs */
    public static void main(String[] arguments) throws Exception {
        LivePageCost cost = new LivePageCost(arguments[0], Long.parseLong(arguments[1]));
        // Until most of the code is compiled, which costs as much again.
        cost.cores(6 * SLICE_SECONDS, true);
        List<Double> differences = new ArrayList<>();
        for (int i = Integer.parseInt(arguments[2]); i > 0; i--) {
            cost.cores(COMING_SECONDS, true);
            cost.updates = 0;
            double with = cost.cores(SLICE_SECONDS, true);
            cost.cores(GONE_SECONDS, false);
            double without = cost.cores(SLICE_SECONDS, false);
            differences.add(with - without);
            System.out.printf(
                    Locale.ROOT,
                    "%.2f %% of a processor with a viewer who gets %.1f updates a second, %.2f %% without%n",
                    100 * with,
                    cost.updates / (double) SLICE_SECONDS,
                    100 * without);
        }
        differences.sort(null);
        double median = differences.get(differences.size() / 2);
        System.out.printf(
                Locale.ROOT,
                "a viewer costs %.2f %% of a processor (allowed: %.0f %%)%n",
                100 * median,
                100 * ALLOWED_CORES);
        System.exit(median <= ALLOWED_CORES ? 0 : 1);
    }

    /** Processors that the process uses in a slice. */
    private double cores(int seconds, boolean watching) throws Exception {
        long beganNs = System.nanoTime();
        long endNs = beganNs + seconds * 1_000_000_000L;
        Duration before = process.info().totalCpuDuration().orElseThrow();
        for (; watching && System.nanoTime() < endNs; updates++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "data?after=" + version))
                    .build();
            String body = client.send(request, BodyHandlers.ofString()).body();
            version = body.replaceFirst("(?s).*?\"version\":(\\d+).*", "$1");
        }
        Thread.sleep(Math.max(0, (endNs - System.nanoTime()) / 1_000_000));
        Duration used = process.info().totalCpuDuration().orElseThrow().minus(before);
        return used.toNanos() / (double) (System.nanoTime() - beganNs);
    }
}
