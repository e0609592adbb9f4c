package dev.dyno.broker.profile;

import com.sun.tools.attach.VirtualMachine;
import dev.dyno.model.workload.ProfileEvent;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * The JDK's own Flight Recorder, used through the management agent that is started in the JVM. It sees less than async-profiler
 * and works with every JDK.
 */
final class FlightRecorder implements Sampler {

    private static final String CPU_PERIOD = "10 ms";
    private static final String LOCK_THRESHOLD = "1 ms";
    private static final String ALLOC_RATE = "300/s";

    private final JMXConnector connector;
    private final FlightRecorderMXBean recorder;
    private final long recording;
    private Path file = Path.of("");

    private FlightRecorder(JMXConnector connector, FlightRecorderMXBean recorder, long recording) {
        this.connector = connector;
        this.recorder = recorder;
        this.recording = recording;
    }

    /** Prepares a recording in a JVM. Trusts the answers of the process, because this tool has started it. */
    @SuppressWarnings("BanJNDI")
    static FlightRecorder open(long pid, Set<ProfileEvent> events) throws ProfileException {
        try {
            VirtualMachine jvm = AsyncProfiler.attach(pid);
            String address;
            try {
                address = jvm.startLocalManagementAgent();
            } finally {
                AsyncProfiler.detach(jvm);
            }
            JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            MBeanServerConnection server = connector.getMBeanServerConnection();
            FlightRecorderMXBean recorder = ManagementFactory.newPlatformMXBeanProxy(
                    server, FlightRecorderMXBean.MXBEAN_NAME, FlightRecorderMXBean.class);
            // The first recording takes some hundred milliseconds to start.
            long rehearsal = ready(recorder, events);
            recorder.startRecording(rehearsal);
            recorder.closeRecording(rehearsal);
            return new FlightRecorder(connector, recorder, ready(recorder, events));
        } catch (IOException | RuntimeException e) {
            throw failure(e);
        } catch (LinkageError e) {
            throw new ProfileException("this Java has no Flight Recorder", e);
        }
    }

    private static long ready(FlightRecorderMXBean recorder, Set<ProfileEvent> events) {
        long recording = recorder.newRecording();
        recorder.setRecordingSettings(recording, settings(events));
        return recording;
    }

    private static Map<String, String> settings(Set<ProfileEvent> events) {
        Map<String, String> settings = new TreeMap<>();
        for (ProfileEvent event : events) {
            switch (event) {
                case CPU -> enable(settings, "jdk.ExecutionSample", "period", CPU_PERIOD);
                case LOCK -> {
                    enable(settings, "jdk.JavaMonitorEnter", "threshold", LOCK_THRESHOLD);
                    enable(settings, "jdk.ThreadPark", "threshold", LOCK_THRESHOLD);
                }
                case ALLOC -> enable(settings, "jdk.ObjectAllocationSample", "throttle", ALLOC_RATE);
            }
        }
        return settings;
    }

    private static void enable(Map<String, String> settings, String event, String name, String value) {
        settings.put(event + "#enabled", "true");
        settings.put(event + "#stackTrace", "true");
        settings.put(event + "#" + name, value);
    }

    private static ProfileException failure(Exception e) {
        return new ProfileException("JDK Flight Recorder does not work in the broker's JVM: " + e.getMessage(), e);
    }

    @Override
    public String method() {
        return "JDK Flight Recorder of Java " + System.getProperty("java.version", "");
    }

    @Override
    public String cannotSee(ProfileEvent event) {
        return switch (event) {
            case CPU ->
                "Native code, the garbage collector and the compiler are not seen, and of many busy threads only some at a"
                        + " time: shares can be trusted, amounts cannot.";
            case LOCK ->
                "Waits shorter than " + LOCK_THRESHOLD
                        + " are not seen; nor is waiting for other things than monitors (synchronized), ReentrantLock,"
                        + " ReentrantReadWriteLock and Semaphore.";
            case ALLOC ->
                "At most " + ALLOC_RATE.replace("/s", "")
                        + " allocations a second are sampled; what is allocated outside" + " the heap is not seen.";
        };
    }

    @Override
    public long lockIntervalNs() {
        return 0;
    }

    @Override
    public void start(Path to) throws ProfileException {
        file = to;
        try {
            recorder.startRecording(recording);
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    @Override
    public void stop() throws ProfileException {
        try {
            recorder.stopRecording(recording);
            recorder.copyTo(recording, file.toString());
            recorder.closeRecording(recording);
        } catch (IOException | RuntimeException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The JVM has ended.
        }
    }
}
