import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;

/**
 * Agent for the JVM of an Artemis before 2.7.0: each timer that syncs pages gets a thread of its own, in place of the executor that it
 * shares with the cursors of the queues. That is the change of ARTEMIS-2216, and nothing else.
 */
public final class PageSyncAgent {

    private static final String TIMER = "org/apache/activemq/artemis/core/paging/impl/PageSyncTimer";
    private static final String EXECUTOR = "Ljava/util/concurrent/Executor;";

    /** Place of the executor among the arguments of the constructor, behind the store and the scheduler. */
    private static final int PLACE = 3;

    private PageSyncAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of("jdk.internal.org.objectweb.asm", Set.of(PageSyncAgent.class.getModule())),
                Map.of(),
                Set.of(),
                Map.of());
        instrumentation.addTransformer(new Exchange());
    }

    /** Called by the changed constructor. */
    public static Executor laneOf(Executor shared) {
        System.err.println("PageSyncAgent: a page sync timer has a thread of its own instead of " + shared);
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "page-sync");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static final class Exchange implements ClassFileTransformer {

        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
            if (!TIMER.equals(name)) {
                return null;
            }
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Timer(writer), 0);
            return writer.toByteArray();
        }
    }

    private static final class Timer extends ClassVisitor {

        Timer(ClassVisitor next) {
            super(Opcodes.ASM8, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("<init>") && descriptor.contains("ScheduledExecutorService;" + EXECUTOR + "J")
                    ? new Constructor(next)
                    : next;
        }
    }

    private static final class Constructor extends MethodVisitor {

        Constructor(MethodVisitor next) {
            super(Opcodes.ASM8, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            visitVarInsn(Opcodes.ALOAD, PLACE);
            visitMethodInsn(
                    Opcodes.INVOKESTATIC, "PageSyncAgent", "laneOf", "(" + EXECUTOR + ")" + EXECUTOR, false);
            visitVarInsn(Opcodes.ASTORE, PLACE);
        }
    }
}
